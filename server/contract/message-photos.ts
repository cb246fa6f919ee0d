/** How many photos come with a contact request; apart from its schema, since the form needs it at once. */
export const PHOTOS_MAX = 4
