/** The `sizes` of a project's first picture, which the head of its page preloads. */
export const FIRST_SIZES = "(min-width: 75rem) 71rem, (min-width: 48rem) 92vw, 100vw"
