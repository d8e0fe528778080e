-- A provider that delivers an email does not always know the address of its sender.
alter table mail_in alter column sender drop not null;
