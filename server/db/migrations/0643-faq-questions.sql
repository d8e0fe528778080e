-- Questions with answers on the page /faq of a store, in the order of their positions.
create table faq_question (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  question text not null,
  answer text not null,
  category text not null default '',
  position integer not null default 0,
  is_published boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id)
);
comment on table faq_question is 'Erasure of a customer
not personal: question answer category';
select belongs_to_store('faq_question', '{version,updated_at}');
create policy storefront on faq_question as restrictive for select to storewright_storefront
  using (is_published);
grant select (
  store_id, id, question, answer, category, position, is_published
) on faq_question to storewright_storefront;
create trigger storefront_inserted after insert or delete on faq_question for each row
  execute function add_storefront_revision();
create trigger storefront_updated after update on faq_question for each row
  when (old.* is distinct from new.*) execute function add_storefront_revision();
