-- Discounts that could be combined with all others name the classes of the others instead.
drop function if exists find_discounts(text, text, uuid[]);
alter table discount alter column is_combinable drop default;
alter table discount alter column is_combinable type text[]
  using case when is_combinable then '{product,order,shipping}'::text[] else '{}' end;
alter table discount rename column is_combinable to combines_with;
alter table discount alter column combines_with set default '{}';
alter table discount add check (combines_with <@ '{product,order,shipping}');
