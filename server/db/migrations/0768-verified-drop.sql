-- audit_drop_month, audit_months_before and audit_delete_archived_rows replace them.
drop function if exists audit_drop_months(timestamptz);
drop function if exists audit_count_old_months(timestamptz);
drop function if exists audit_remove_archived(date, text, text, text[]);
