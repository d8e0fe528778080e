-- Columns and stored values take the names of the contract.

alter table api_key rename column made_by to created_by;
alter table webhook rename column made_by to created_by;
alter table import rename column fetching to is_fetching_images;

update person
set preferences = preferences - 'navbarColour' || jsonb_build_object('navbarColor', preferences -> 'navbarColour')
where preferences ? 'navbarColour';

-- The next updates concern every store, and a new name is not a change to audit.
alter table cms no force row level security;
alter table cms disable trigger audit;
update cms
set sections = jsonb_set(
  sections,
  '{announcement}',
  (sections -> 'announcement') - 'colour'
    || jsonb_build_object('color', sections -> 'announcement' -> 'colour')
)
where sections -> 'announcement' ? 'colour';
alter table cms enable trigger audit;
alter table cms force row level security;

alter table order_event no force row level security;
alter table order_event disable trigger audit;
update order_event
set data = data - 'parcel' || jsonb_build_object('fulfillment', data -> 'parcel')
where data ? 'parcel';
alter table order_event enable trigger audit;
alter table order_event force row level security;

-- Imports from before problems had a code for each reason.
alter table import_problem no force row level security;
update import_problem set code = 'image_copy_other' where code = 'picture';
alter table import_problem force row level security;
