/** The endpoint answers, but not as S3 does: it may acknowledge images that it does not store. */
export class UnusableImageStore extends Error {}
