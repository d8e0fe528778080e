-- What was changed of the content settings; everything else is the default of this version (server/cms/cms-defaults.ts).
create table cms (
  business_id uuid not null default current_business() references business on delete cascade,
  id uuid not null default new_id(),
  sections jsonb not null default '{}',
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  primary key (business_id)
);
select belongs_to_business('cms', '{version,updated_at}');

create table page (
  business_id uuid not null default current_business() references business on delete cascade,
  id uuid not null default new_id(),
  slug text not null,
  title text not null,
  body text not null default '',
  status text not null default 'published' check (status in ('published', 'draft')),
  seo_title text not null default '',
  seo_description text not null default '',
  is_fixed boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (business_id, id),
  constraint page__slug__taken unique (business_id, slug)
);
create index page__title on page (business_id, lower(title), id);
create index page__updated on page (business_id, updated_at desc, id desc);
select belongs_to_business('page', '{version,updated_at}');

-- Every store has these two from its first moment; the spec has shortcuts that lead to them.
create function add_fixed_pages() returns trigger language plpgsql as $$
declare store text := replace(replace(replace(new.name, '&', '&amp;'), '<', '&lt;'), '>', '&gt;');
begin
  insert into page (business_id, slug, title, body, is_fixed) values
    (new.id, 'about-us', 'About us', '<p>Welcome to ' || store || '. Here is the place to say who you are, what you make or choose, and why.</p>', true),
    (new.id, 'contact-us', 'Contact us', '<p>You have a question about an order or a product of ' || store || '? Write to us, we are glad to help.</p>', true);
  return null;
end $$;
create trigger fixed_pages after insert on business for each row execute function add_fixed_pages();

-- A theme that a store has activated or changed; the themes themselves are data in server/theme.
create table theme (
  business_id uuid not null default current_business() references business on delete cascade,
  id uuid not null,
  code text not null,
  settings jsonb not null default '{}',
  active boolean not null default false,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  primary key (business_id, id),
  unique (business_id, code)
);
create unique index theme__active__taken on theme (business_id) where active;
select belongs_to_business('theme', '{version,updated_at}');
