/** The most pictures of a contact request. It is not in the file of the schema, since the form needs it at once. */
export const PICTURES_MAX = 4
