-- Picked units name their order and their product, so that they are put back after their line was deleted.
alter table packer_link no force row level security;
alter table order_line no force row level security;
update packer_link p set picked_units = coalesce((
  select jsonb_object_agg(u.key, jsonb_build_object('order', l.order_id, 'title', l.title,
    'variantTitle', l.variant_title, 'quantity', u.value))
  from jsonb_each(p.picked_units) u
  join order_line l on l.store_id = p.store_id and l.id = u.key::uuid
), '{}')
where picked_units <> '{}';
alter table packer_link force row level security;
alter table order_line force row level security;
