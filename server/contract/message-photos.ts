/** The most photos of a contact request. It is not in the file of the schema, since the form needs it at once. */
export const PHOTOS_MAX = 4
