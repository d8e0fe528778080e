-- Adds a notification when an import is planned, done or failed.
create or replace function add_import_notification() returns trigger language plpgsql as $$
declare
  kind text := case new.status
    when 'planned' then 'import_ready'
    when 'done' then 'import_done'
    else 'import_failed'
  end;
begin
  perform add_notification(kind, 'import', new.id,
    jsonb_build_object(
        'fileName', new.file_name,
        'kind', new.kind,
        'code', new.code,
        'message', new.message,
        'params', new.params)
      || (new.counts - '{warn}'::text[]));
  return null;
end $$;
