import styles from "./admin.css?url"

/** The `precedence` makes React wait for the stylesheet before it shows the screen. */
export function AdminStyles() {
  return <link rel="stylesheet" href={styles} precedence="high" />
}
