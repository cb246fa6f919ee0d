/** The footer's switch posts `on=1` or `on=0` to this path, which redirects to the page that the visitor comes from. */
export const DATA_SAVER_PATH = "/economie-de-donnees"

/** The id of the switch, to which the redirect scrolls and moves the focus. */
export const DATA_SAVER_ID = "economie"
