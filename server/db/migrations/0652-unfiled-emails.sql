create index mail_in__unfiled on mail_in (store_id, created_at) where error <> '';
