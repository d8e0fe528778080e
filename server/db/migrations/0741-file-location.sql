-- Two processes with different FILES_URL would store files where the other does not find them.
alter table installation add column file_location text;
