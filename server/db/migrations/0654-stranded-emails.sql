create index mail_in__new on mail_in (created_at) where status = 'new';
