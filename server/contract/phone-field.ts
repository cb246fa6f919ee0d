export const PHONE_INVALID = "Numéro de téléphone invalide, par exemple +243 812 345 678"

/** Congolese numbers in the fixed network have seven digits; the server knows the rest. */
export const PHONE_SHAPE = /(?:\p{Nd}\P{Nd}*){7}/u
