alter table mail_in add column is_from_mailbox boolean not null default false;
