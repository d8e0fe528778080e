-- Set by a password reset: the account page then lists the API keys and webhooks of the person.
alter table person add column needs_credential_review boolean not null default false;

-- A session ends when its refresh token is not used for 14 days.
update session set expires_at = least(expires_at, last_used_at + interval '14 days')
where ended_at is null;
