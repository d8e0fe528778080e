-- What an import does besides writing its rows. `create_categories` is null when the file offers no choice.
alter table import
  add column copy_images boolean not null default true,
  add column create_categories boolean;

-- The field of a problem and the value of its cell, so that the report names them without the headers of the file.
alter table import_problem
  add column field text not null default '',
  add column value text not null default '';
