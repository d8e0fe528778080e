-- Files and dropped months are found without reading the seals of rows.
create index audit_seal__archived on audit_seal (seq) where kind <> 'rows';
