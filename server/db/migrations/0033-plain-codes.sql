-- Columns say what they hold, and codes of problems use the words of the other codes.

alter table webhook rename column has_given_up to is_stopped;
alter table ownership_offer rename column from_person to sender_id;
alter table ownership_offer rename column to_person to recipient_id;

-- The next updates concern every store.
alter table import_problem no force row level security;
with renamed_code (old_code, new_code) as (
  values ('option_twice', 'duplicate_option'), ('variant_twice', 'duplicate_variant_row'),
    ('same_product', 'duplicate_product_row'), ('product_slug_taken', 'product_handle_taken'),
    ('invalid_slug', 'invalid_handle')
)
update import_problem set code = new_code from renamed_code where code = old_code;
alter table import_problem force row level security;

alter table import_item no force row level security;
with renamed_code (old_code, new_code) as (
  values ('option_twice', 'duplicate_option'), ('variant_twice', 'duplicate_variant_row'),
    ('same_product', 'duplicate_product_row'), ('product_slug_taken', 'product_handle_taken'),
    ('invalid_slug', 'invalid_handle')
)
update import_item
set problems = (
  select jsonb_agg(
    case
      when new_code is null then problem
      else problem || jsonb_build_object('code', new_code)
    end
    order by position)
  from jsonb_array_elements(problems) with ordinality entry (problem, position)
    left join renamed_code on old_code = problem ->> 'code'
)
where exists (
  select from jsonb_array_elements(problems) problem join renamed_code on old_code = problem ->> 'code'
);
alter table import_item force row level security;

alter table import no force row level security;
update import
set columns = (
  select jsonb_agg(
    case header ->> 'noteCode'
      when 'column_twice' then header || '{"noteCode": "duplicate_column"}'
      else header
    end
    order by position)
  from jsonb_array_elements(columns) with ordinality entry (header, position)
)
where columns @> '[{"noteCode": "column_twice"}]';
alter table import force row level security;
