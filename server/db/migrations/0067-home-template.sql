-- The home page of a store is the home template of its theme alone. The slides and blocks of the content settings
-- become sections of it. Stores that never changed them need no rows: they have the default templates.

-- The texts of the default templates in the languages of stores, and the note of versions that are added below.
create temporary table default_text on commit drop as
select * from (values
  ('en', 'Welcome to %s', 'Browse our products.', 'View all products', 'New arrivals', 'Categories',
    'You may also like', 'Home page from the content settings'),
  ('de', 'Willkommen bei %s', 'Entdecken Sie unsere Produkte.', 'Alle Produkte ansehen', 'Neu eingetroffen',
    'Kategorien', 'Das könnte Ihnen auch gefallen', 'Startseite aus den Inhaltseinstellungen'),
  ('fr', 'Bienvenue chez %s', 'Découvrez nos produits.', 'Voir tous les produits', 'Nouveautés', 'Catégories',
    'Vous aimerez aussi', 'Page d’accueil issue des paramètres de contenu'),
  ('es', 'Te damos la bienvenida a %s', 'Descubre nuestros productos.', 'Ver todos los productos', 'Novedades',
    'Categorías', 'También te puede gustar', 'Página de inicio de la configuración de contenido'),
  ('pt', 'Boas-vindas à %s', 'Conheça nossos produtos.', 'Ver todos os produtos', 'Novidades', 'Categorias',
    'Você também pode gostar', 'Página inicial das configurações de conteúdo'),
  ('ar', 'مرحبًا بك في %s', 'تصفّح منتجاتنا.', 'عرض كل المنتجات', 'وصل حديثًا', 'الفئات',
    'قد يعجبك أيضًا', 'الصفحة الرئيسية من إعدادات المحتوى')
) text (language, welcome, browse, view_all, new_arrivals, categories, related, note);

-- The settings of the section that a type of block becomes, and those of its items.
create temporary table block_type on commit drop as
select type, settings::jsonb, list, item::jsonb from (values
  ('featuredProducts', '{"heading": "", "source": "newest", "category": [], "products": [], "count": 8,
    "buttonLabel": "", "link": ""}', null, null),
  ('categoryGrid', '{"heading": "", "categories": []}', null, null),
  ('text', '{"heading": "", "body": "", "alignment": "start"}', null, null),
  ('imageText', '{"heading": "", "image": "", "alt": "", "body": "", "buttonLabel": "", "link": "",
    "imageSide": "left"}', null, null),
  ('testimonials', '{"heading": ""}', 'quotes', '{"quote": "", "author": ""}'),
  ('faq', '{"heading": "", "isFirstOpen": false}', 'questions', '{"question": "", "answer": ""}'),
  ('newsletter', '{"heading": "", "text": "", "buttonLabel": ""}', null, null),
  ('slideshow', '{"height": "medium"}', 'slides', '{"image": "", "mobileImage": "", "alt": "", "heading": "",
    "text": "", "buttonLabel": "", "link": ""}')
) block (type, settings, list, item);

-- Returns the values of the keys of `defaults`, which replace those that are missing.
create function pick_values(source jsonb, defaults jsonb) returns jsonb language sql immutable as $$
  select jsonb_object_agg(
    key, case when jsonb_typeof(source -> key) = jsonb_typeof(value) then source -> key else value end)
  from jsonb_each(defaults)
$$;
create function build_section(
  type text, id text, settings jsonb, items jsonb default '[]', is_hidden boolean default false
) returns jsonb language sql immutable as $$
  select jsonb_build_object('id', id, 'type', type, 'version', 1, 'isHidden', is_hidden, 'settings', settings,
    'items', items)
$$;
create function build_items(list jsonb, defaults jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_agg(
    jsonb_build_object('id', position::text, 'settings', pick_values(value, defaults)) order by position), '[]')
  from jsonb_array_elements(case when jsonb_typeof(list) = 'array' then list else '[]' end)
    with ordinality item (value, position)
$$;

-- The next statements concern every store. Its pages stay as they are, and a new place is not a change to audit.
do $do$ declare t text; begin
  foreach t in array array['cms', 'theme', 'theme_version', 'theme_draft', 'theme_publication'] loop
    execute format('alter table %I no force row level security', t);
    execute format('alter table %I disable trigger user', t);
  end loop;
end $do$;

-- The blocks of each store, the slideshow first. A store without own slides or blocks has the default ones.
create temporary table home_block on commit drop as
select c.business_id, text.language, b.name, block.position, block.value
from cms c
join business b on b.id = c.business_id
join default_text text on text.language = coalesce(
  (select language from default_text where language = split_part(b.locale, '-', 1)), 'en')
cross join lateral (
  select 0::bigint as position, jsonb_build_object(
    'type', 'slideshow',
    'enabled', coalesce(c.sections -> 'hero' -> 'enabled', 'true'),
    'slides', coalesce(c.sections -> 'hero' -> 'slides', jsonb_build_array(jsonb_build_object(
      'heading', left(format(text.welcome, b.name), 80), 'text', text.browse, 'buttonLabel', text.view_all,
      'link', '/products')))
  ) as value
  union all
  select position, value || jsonb_build_object('category', case
    when value ->> 'category' is null then '[]' else jsonb_build_array(value -> 'category') end)
  from jsonb_array_elements(coalesce(c.sections -> 'home' -> 'blocks', jsonb_build_array(
    jsonb_build_object('type', 'featuredProducts', 'id', 'featuredProducts', 'heading', text.new_arrivals),
    jsonb_build_object('type', 'categoryGrid', 'id', 'categoryGrid', 'heading', text.categories)
  ))) with ordinality stored (value, position)
) block
where c.sections ?| array['hero', 'home'] and block.value -> 'slides' is distinct from '[]';

-- The templates of each store. A template has up to 30 sections, each with an id of its own.
create temporary table store_home on commit drop as
select home.business_id, text.note, home.rest,
  -- The active theme has no sections of its own, so that its home page is that of the content settings.
  not exists (
    select from theme t join theme_version v on (v.business_id, v.id) = (t.business_id, t.version_id)
    where t.business_id = home.business_id and t.active and v.templates is not null
  ) as is_shown,
  jsonb_build_object(
    'home', home.sections,
    'category', jsonb_build_array(
      build_section('breadcrumbs', 'breadcrumbs', '{}'),
      build_section('productList', 'productList',
        '{"hasImage": false, "hasSubcategories": true, "hasFilters": true}')),
    'product', jsonb_build_array(
      build_section('breadcrumbs', 'breadcrumbs', '{}'),
      build_section('productDetails', 'productDetails', '{"descriptionPlace": "beside", "hasSku": true}'),
      build_section('relatedProducts', 'relatedProducts', jsonb_build_object('heading', text.related, 'count', 4))),
    'content', jsonb_build_array(build_section('pageContent', 'pageContent', '{"width": "narrow"}')),
    'notFound', jsonb_build_array(
      build_section('notFoundMessage', 'notFoundMessage', '{"heading": "", "text": "", "hasSearch": true}'))
  ) as templates
from (
  select business_id, language,
    coalesce(jsonb_agg(section order by rank) filter (where rank <= 30), '[]') as sections,
    jsonb_agg(section order by rank) filter (where rank > 30) as rest
  from (
    select block.business_id, block.language,
      row_number() over (partition by block.business_id order by block.position) as rank,
      build_section(type.type,
        case
          when block.position = 0 then 'slideshow'
          when block.value ->> 'id' is null or block.value ->> 'id' = 'slideshow' or row_number() over (
            partition by block.business_id, block.value ->> 'id' order by block.position) > 1 then new_id()::text
          else block.value ->> 'id'
        end,
        pick_values(block.value, type.settings), build_items(block.value -> type.list, type.item),
        block.value -> 'enabled' is not distinct from 'false') as section
    from home_block block
    join block_type type on type.type = block.value ->> 'type'
  ) ranked
  group by business_id, language
) home
join default_text text using (language);

-- The theme of a store that has chosen none, with the id that getThemeId() returns.
insert into theme (business_id, id, code, active)
select business_id, concat_ws('-', substr(hex, 1, 8), substr(hex, 9, 4), '8' || substr(hex, 14, 3),
  '8' || substr(hex, 18, 3), substr(hex, 21, 12))::uuid, 'linen', true
from store_home home
cross join lateral encode(sha256(convert_to('theme ' || business_id || ' linen', 'UTF8')), 'hex') hex
where not exists (select from theme t where t.business_id = home.business_id and t.active)
on conflict (business_id, id) do update set active = true;

insert into theme_version (business_id, theme_id, number)
select t.business_id, t.id, 1 from theme t join store_home using (business_id) where t.active and t.version_id is null;
update theme t set version_id = v.id from theme_version v
where (v.business_id, v.theme_id) = (t.business_id, t.id) and t.active and t.version_id is null;

-- Themes without sections take over those of the active theme when they become active. They have none of their own if
-- the active theme has.
do $do$ declare content text; begin
  foreach content in array array['theme_version', 'theme_draft', 'theme_publication'] loop
    execute format(
      'update %1$I content set templates = home.templates
      from store_home home join theme t using (business_id)
      where (content.business_id, content.%2$I) = (t.business_id, t.id) and content.templates is null
        and (t.active or home.is_shown)',
      content, case content when 'theme_version' then 'theme_id' else 'id' end);
  end loop;
end $do$;

-- Sections that no page shows are in the history of the theme, from which the seller can restore them.
insert into theme_version (business_id, theme_id, number, settings, templates, note)
select t.business_id, t.id,
  (select max(number) from theme_version o where (o.business_id, o.theme_id) = (t.business_id, t.id))
    + row_number() over (partition by t.business_id order by hidden.position),
  v.settings, v.templates || jsonb_build_object('home', hidden.sections), home.note
from store_home home
join theme t on t.business_id = home.business_id and t.active
join theme_version v on (v.business_id, v.id) = (t.business_id, t.version_id)
cross join lateral (
  select 1 as position, home.templates -> 'home' as sections where not exists (
    select from theme_version o
    where (o.business_id, o.theme_id) = (t.business_id, t.id) and o.templates = home.templates)
  union all select 2, home.rest where home.rest is not null
) hidden;

update cms set sections = sections - 'hero' - 'home' where sections ?| array['hero', 'home'];

-- A table with checks that are still to come can't be altered.
set constraints all immediate;
do $do$ declare t text; begin
  foreach t in array array['cms', 'theme', 'theme_version', 'theme_draft', 'theme_publication'] loop
    execute format('alter table %I enable trigger user', t);
    execute format('alter table %I force row level security', t);
  end loop;
end $do$;
drop function build_items(jsonb, jsonb);
drop function build_section(text, text, jsonb, jsonb, boolean);
drop function pick_values(jsonb, jsonb);
