/** Lists the statements that create the indexes of both engines. */
export const createIndexes = [
  ...accountIndexes(),
  ...projectIndexes(),
  ...messageIndexes(),
  "create index revisions_by_page on revisions (page, id)",
  "create index content_images_by_image on content_images (image)",
  // Indexes in the list's order contain all columns it is filtered by, so that no filter needs the table's rows.
  "create index audit_by_age on audit (at, id, subject, action, account_id, ip)",
  "create index audit_by_account on audit (account_id, at, id, subject, action, ip)",
  "create index audit_by_action on audit (action, at, id, subject, account_id, ip)",
  "create index audit_by_subject on audit (subject_id, subject, at, id)",
  "create index limits_by_subject on limits (action, subject, at)",
  "create index limits_by_expiry on limits (expires_at)",
]

function accountIndexes(): string[] {
  return [
    "create index sessions_by_account on sessions (account_id)",
    "create index account_links_by_account on account_links (account_id)",
    "create index passkeys_by_account on passkeys (account_id)",
  ]
}

function projectIndexes(): string[] {
  return [
    "create index projects_of_sector on projects (sector_folded, listed_at, id) where deleted_at is null",
    "create index projects_of_status on projects (status_folded, listed_at, id) where deleted_at is null",
    "create index projects_waiting on projects (state, listed_at, id) where state = 'draft' or state = 'scheduled'",
    "create index projects_trashed on projects (deleted_at, id) where deleted_at is not null",
    "create index projects_listed on projects (listed_at, id) where state = 'published'",
    "create index projects_listed_by_sector on projects (sector, listed_at, id) where state = 'published'",
    "create index projects_listed_by_status on projects (status, listed_at, id) where state = 'published'",
    "create index projects_listed_by_both on projects (sector, status, listed_at, id) where state = 'published'",
    "create unique index projects_pinned on projects (sector, pin) where pin is not null and state = 'published'",
    "create index project_slugs_by_project on project_slugs (project_id)",
    "create index project_revisions_by_batch on project_revisions (batch) where batch is not null",
    "create index project_revision_images_by_image on project_revision_images (image)",
    "create index preview_links_by_project on preview_links (project_id)",
    "create index project_images_by_image on project_images (image)",
    "create index images_by_age on images (created_at)",
    "create index images_private on images (private_at) where private_at is not null",
    "create index uploads_by_account on uploads (account_id)",
    "create index uploads_by_client on uploads (client)",
  ]
}

function messageIndexes(): string[] {
  return [
    "create unique index messages_by_reference on messages (reference)",
    "create index messages_by_change on messages (coalesce(changed_at, created_at))",
    "create index messages_by_email on messages (lower(email))",
    "create index messages_by_phone on messages (phone) where phone is not null",
    // PostgreSQL's index entries cannot hold the longest texts.
    "create index messages_by_text on messages (substr(message_folded, 1, 100), created_at)",
    "create index messages_by_erasure on messages (erasure_batch) where erasure_batch is not null",
    "create index messages_live on messages (created_at, id) where deleted_at is null",
    "create index messages_of_state on messages (state, created_at, id) where deleted_at is null",
    "create index messages_of_sector on messages (sector, created_at, id) where deleted_at is null",
    "create index messages_trashed on messages (deleted_at, id) where deleted_at is not null",
    // The indexes of the person in charge and of the waiting time contain all other columns that lists are filtered by.
    `create index messages_of_assignee on messages (assignee_id, created_at, id, state, sector)
     where assignee_id is not null and deleted_at is null`,
    `create index messages_waiting on messages (waiting_since, id, state, sector, assignee_id)
     where waiting_since is not null and deleted_at is null`,
    `create index messages_waiting_of_sector on messages (sector, waiting_since, id, state, assignee_id)
     where waiting_since is not null and deleted_at is null`,
    "create index message_entries_by_message on message_entries (message_id, id)",
    "create index message_entries_by_batch on message_entries (batch, message_id) where batch is not null",
    "create index message_photos_by_image on message_photos (image)",
    "create index message_links_by_message on message_links (message_id)",
    "create index outbox_by_turn on outbox (sent_at, next_at)",
    "create index outbox_by_message on outbox (message_id)",
    "create index outbox_by_entry on outbox (entry_id)",
    "create index outbox_by_account_link on outbox (account_link_id) where account_link_id is not null",
  ]
}
