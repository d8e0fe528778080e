-- Whether a topic of help was helpful, once per person and topic.
create table help_answer (
  person_id uuid not null references person on delete cascade,
  topic text not null,
  is_helpful boolean not null,
  answered_at timestamptz not null default now(),
  primary key (person_id, topic)
);
grant select, insert, update, delete on help_answer to storewright_app;
