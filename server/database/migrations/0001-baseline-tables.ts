import type { ColumnTypes } from "./ddl.ts"

/** Lists the statements that create the tables; parents come before children. */
export function createTables(types: ColumnTypes): string[] {
  return [
    ...accountTables(types),
    ...projectTables(types),
    ...messageTables(types),
    ...contentTables(types),
    ...siteTables(types),
  ]
}

const ROLES = "('admin', 'editor', 'agent', 'reader', 'user')"

function accountTables({ key, reference, text }: ColumnTypes): string[] {
  return [
    `create table accounts (
      id ${key},
      username ${text} not null,
      username_folded ${text} not null unique,
      email ${text} not null,
      email_folded ${text} not null unique,
      password_hash ${text} not null,
      role ${text} not null check (role in ${ROLES}),
      created_at ${text} not null,
      password_changed_at ${text} not null,
      password_generated_at ${text},
      address_confirmed_at ${text},
      disabled_at ${text},
      last_seen_at ${text},
      deleted_at ${text},
      deleted_username ${text}
    )`,
    `create table sessions (
      id_hash ${text} primary key not null,
      account_id ${reference} not null references accounts on delete cascade,
      created_at ${text} not null,
      expires_at ${text} not null,
      user_agent ${text},
      ip ${text},
      last_seen_at ${text},
      confirmed_at ${text},
      strong_at ${text},
      enrolment_until ${text}
    )`,
    `create table account_links (
      id ${key},
      token_hash ${text} not null unique,
      kind ${text} not null check (kind in ('invitation', 'reset', 'email', 'factor')),
      account_id ${reference} references accounts on delete cascade,
      email ${text},
      role ${text} check (role in ${ROLES}),
      created_by ${reference} references accounts on delete set null,
      created_at ${text} not null,
      expires_at ${text} not null
    )`,
    `create table passkeys (
      id ${text} primary key not null,
      account_id ${reference} not null references accounts on delete cascade,
      name ${text} not null,
      public_key ${text} not null,
      counter bigint not null,
      transports ${text} not null,
      created_at ${text} not null,
      last_used_at ${text}
    )`,
    `create table passkey_challenges (
      challenge ${text} primary key not null,
      account_id ${reference} references accounts on delete cascade,
      purpose ${text} not null check (purpose in ('registration', 'verification', 'sign-in')),
      expires_at ${text} not null
    )`,
    `create table one_time_codes (
      account_id ${reference} primary key references accounts on delete cascade,
      secret ${text} not null,
      confirmed_at ${text},
      last_step bigint not null default 0
    )`,
    `create table recovery_codes (
      account_id ${reference} not null references accounts on delete cascade,
      code_hash ${text} not null,
      bits integer not null default 80,
      primary key (account_id, code_hash)
    )`,
    `create table api_tokens (
      id ${key},
      name ${text} not null,
      token_hash ${text} not null unique,
      rights ${text} not null,
      account_id ${reference} not null references accounts on delete cascade,
      created_at ${text} not null,
      expires_at ${text},
      last_used_at ${text},
      revoked_at ${text}
    )`,
    `create table factor_requirements (role ${text} primary key not null check (role in ${ROLES}))`,
    `create table first_admins (email_hash ${text} primary key not null, at ${text} not null)`,
  ]
}

const SECTORS = "('Construction', 'Agriculture', 'Élevage', 'Transport', 'Ventes de matériaux', 'Immobilier')"

const CONTACT_SECTORS = "('construction', 'agriculture', 'elevage', 'transport', 'immobilier', 'vente-materiaux')"

const STATE = `case
  when deleted_at is not null then 'trashed'
  when published_at is not null then 'published'
  when publish_at is not null then 'scheduled'
  else 'draft' end`

function projectTables({ key, reference, text }: ColumnTypes): string[] {
  // PostgreSQL's oldest version in use can only store what it generates; SQLite computes it when it is read.
  const generated = reference === "bigint" ? "stored" : "virtual"
  return [
    `create table projects (
      id ${key},
      name ${text} not null,
      name_folded ${text} not null,
      description ${text} not null,
      address ${text},
      status ${text},
      status_folded ${text},
      sector ${text} not null check (sector in ${SECTORS}),
      sector_folded ${text} not null default '',
      slug ${text} not null unique,
      version integer not null default 1,
      created_at ${text} not null,
      updated_at ${text} not null,
      created_by ${reference} references accounts on delete set null,
      updated_by ${reference} references accounts on delete set null,
      deleted_at ${text},
      published_at ${text},
      publish_at ${text},
      pin integer,
      idempotency_key ${text} unique,
      state ${text} generated always as (${STATE}) ${generated},
      listed_at ${text} generated always as (coalesce(published_at, created_at)) ${generated}
    )`,
    `create table project_slugs (
      slug ${text} primary key not null,
      project_id ${reference} references projects on delete set null,
      public_at ${text}
    )`,
    `create table project_revisions (
      project_id ${reference} not null references projects on delete cascade,
      version ${reference} not null,
      at ${text} not null,
      account_id ${reference} references accounts on delete set null,
      action ${text} not null,
      batch ${text},
      before ${text} not null,
      primary key (project_id, version)
    )`,
    `create table project_revision_images (
      project_id ${reference} not null references projects on delete cascade,
      image ${text} not null,
      primary key (project_id, image)
    )`,
    `create table preview_links (
      token_hash ${text} primary key not null,
      project_id ${reference} not null references projects on delete cascade,
      account_id ${reference} references accounts on delete set null,
      created_at ${text} not null,
      expires_at ${text} not null
    )`,
    `create table images (
      name ${text} primary key not null,
      width integer not null,
      height integer not null,
      bytes integer not null,
      type ${text} not null,
      colour ${text} not null,
      created_at ${text} not null,
      file_name ${text},
      file_name_folded ${text},
      hash ${text},
      private_at ${text},
      library_at ${text},
      deleted_at ${text}
    )`,
    // A photo that ships with the site can be described too, so its name is of no stored image.
    `create table image_details (
      name ${text} primary key not null,
      alt ${text},
      alt_folded ${text},
      focus_x integer,
      focus_y integer
    )`,
    // Rows that were imported from elsewhere may name pictures that are not stored here.
    `create table project_images (
      project_id ${reference} not null references projects on delete cascade,
      position integer not null,
      image ${text} not null,
      alt ${text},
      alt_folded ${text},
      primary key (project_id, position)
    )`,
    `create table project_counts (
      sector ${text} not null,
      status ${text} not null,
      state ${text} not null,
      year ${text} not null,
      count integer not null,
      primary key (sector, status, state, year)
    )`,
    `create table saved_views (
      id ${key},
      account_id ${reference} not null references accounts on delete cascade,
      name ${text} not null,
      name_folded ${text} not null,
      params ${text} not null,
      shared_at ${text},
      version integer not null default 1,
      created_at ${text} not null,
      updated_at ${text} not null,
      constraint saved_views_name unique (account_id, name_folded)
    )`,
    `create table uploads (
      id ${text} primary key not null,
      account_id ${reference} references accounts on delete cascade,
      client ${text},
      file_name ${text} not null,
      length integer not null,
      received integer not null default 0,
      created_at ${text} not null,
      expires_at ${text} not null,
      image ${text} references images on delete set null
    )`,
    `create table upload_parts (
      name ${text} primary key not null,
      upload_id ${text} not null references uploads on delete cascade,
      start integer not null,
      unique (upload_id, start)
    )`,
    `create table visitor_images (
      name ${text} primary key not null references images on delete cascade,
      uploaded_at ${text} not null
    )`,
  ]
}

function messageTables({ key, reference, text }: ColumnTypes): string[] {
  return [
    `create table erasures (
      batch ${text} primary key not null,
      at ${text} not null,
      account_id ${reference} references accounts on delete set null,
      name ${text} not null,
      requests integer not null,
      photos integer not null
    )`,
    `create table messages (
      id ${key},
      reference ${text},
      first_name ${text} not null,
      last_name ${text} not null,
      full_name_folded ${text} not null,
      email ${text} not null,
      phone ${text},
      sector ${text} not null check (sector in ${CONTACT_SECTORS}),
      message ${text} not null,
      message_folded ${text} not null,
      idempotency_key ${text} unique,
      created_at ${text} not null,
      read_at ${text},
      state ${text} not null default 'new' check (state in ('new', 'open', 'answered', 'archived', 'spam')),
      assignee_id ${reference} references accounts on delete set null,
      changed_at ${text},
      waiting_since ${text},
      answered_at ${text},
      deleted_at ${text},
      suspicions ${text},
      erasure_batch ${text} references erasures
    )`,
    `create table message_entries (
      id ${key},
      message_id ${reference} not null references messages on delete cascade,
      at ${text} not null,
      account_id ${reference} references accounts on delete set null,
      kind ${text} not null,
      text ${text},
      before ${text},
      after ${text},
      idempotency_key ${text} unique,
      batch ${text}
    )`,
    `create table message_photos (
      message_id ${reference} not null references messages on delete cascade,
      position integer not null,
      image ${text} not null references images,
      was_private integer not null default 0 check (was_private in (0, 1)),
      primary key (message_id, position)
    )`,
    `create table message_links (
      token_hash ${text} primary key not null,
      message_id ${reference} not null references messages on delete cascade,
      created_at ${text} not null,
      is_repeat integer not null default 0 check (is_repeat in (0, 1))
    )`,
    `create table message_counts (
      state ${text} not null,
      sector ${text} not null,
      unread integer not null,
      count integer not null,
      primary key (state, sector, unread)
    )`,
    "create table message_version (id integer primary key, version bigint not null)",
    "insert into message_version (id, version) values (1, 1)",
    `create table senders (
      sender ${text} primary key not null,
      verdict ${text} not null check (verdict in ('trusted', 'spam')),
      at ${text} not null
    )`,
    `create table outbox (
      id ${key},
      message_id ${reference} references messages on delete cascade,
      kind ${text} not null default 'notification',
      entry_id ${reference} references message_entries on delete cascade,
      account_link_id ${reference} references account_links on delete cascade,
      attempts integer not null default 0,
      next_at ${text} not null,
      claimed_until ${text},
      sent_at ${text},
      last_error ${text},
      recipient ${text},
      origin ${text},
      detail ${text}
    )`,
  ]
}

function contentTables({ key, reference, text }: ColumnTypes): string[] {
  return [
    `create table revisions (
      id ${key},
      page ${text} not null,
      schema_version integer not null,
      content ${text} not null,
      published_at ${text} not null,
      account_id ${reference} references accounts on delete set null
    )`,
    `create table drafts (
      page ${text} primary key not null,
      schema_version integer not null,
      content ${text} not null,
      version integer not null,
      updated_at ${text} not null,
      updated_by ${reference} references accounts on delete set null,
      publish_at ${text}
    )`,
    // Photos that ship with the site have no row in images.
    `create table content_images (
      page ${text} not null,
      state ${text} not null check (state in ('draft', 'published')),
      image ${text} not null,
      primary key (page, state, image)
    )`,
    `create table content_changes (at ${text} primary key not null)`,
    "create table content_version (id integer primary key, version bigint not null)",
    "insert into content_version (id, version) values (1, 1)",
  ]
}

function siteTables({ key, reference, text }: ColumnTypes): string[] {
  return [
    // It keeps the number of an account that is erased, since no entry may change: so no rule may bind the two.
    `create table audit (
      id ${key},
      at ${text} not null,
      account_id ${reference},
      ip ${text},
      token_id ${reference},
      action ${text} not null,
      subject ${text} not null,
      subject_id ${reference},
      subject_name ${text},
      subject_folded ${text} not null default '',
      details ${text} not null,
      previous_hash ${text} not null default '',
      hash ${text} not null default ''
    )`,
    `create table audit_head (id integer primary key not null, hash ${text} not null)`,
    `create table limits (
      id ${key},
      action ${text} not null,
      subject ${text} not null,
      at ${text} not null,
      expires_at ${text} not null
    )`,
    `create table keys (name ${text} primary key not null, value ${text} not null, created_at ${text} not null)`,
    `create table leases (name ${text} primary key not null, until ${text} not null)`,
  ]
}
