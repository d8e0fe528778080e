-- The word seal is only for the audit.
alter table installation rename column is_sealed to is_encrypted;
