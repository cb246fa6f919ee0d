import styles from "./admin.css?url"

/** The back-office's own sheet; with a precedence, React shows nothing before it is there. */
export function AdminStyles() {
  return <link rel="stylesheet" href={styles} precedence="high" />
}
