/** The footer's switch posts here, `on=1` or `on=0`, and browsers return to the page that they come from. */
export const DATA_SAVER_PATH = "/economie-de-donnees"

/** The switch's id, so that browsers return to it, and focus it. */
export const DATA_SAVER_ID = "economie"
