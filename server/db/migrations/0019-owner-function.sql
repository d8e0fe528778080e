-- Functions that run as the owner of the tables are let into every store: they are not for everybody, and look only where the
-- owner means them to.

-- As the trigger of a temporary table this one would write whatever it is given into the audit of any store. Triggers that
-- there are ask for no right to it.
revoke all on function audit_row from public;

-- Temporary tables of the caller are looked into first unless they are named as the last.
do $$
declare f regprocedure;
begin
  for f in select oid::regprocedure from pg_proc where prosecdef and pronamespace = 'public'::regnamespace and proname <> 'audit_row' loop
    execute format('alter function %s set search_path = pg_catalog, public, pg_temp', f);
  end loop;
end $$;
