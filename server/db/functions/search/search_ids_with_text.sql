-- Returns those of the records whose text contains all terms. Folds a text only if the terms are not
-- in it as it is written.
create or replace function search_ids_with_text(searched_entity text, ids uuid[], terms text[])
returns uuid[] language plpgsql stable as $$
declare
  common_term text;
  patterns text[] := array(select to_like_pattern(term) from unnest(terms) term);
begin
  case searched_entity
    when 'product' then
      return array(
        select id from (select p.id, p.searched as content from product p where p.id = any (ids)) p
        where content like all (patterns) or fold_text(content) like all (patterns));
    when 'order' then
      return array(
        select id from (
          select o.id, concat_ws(' ', o.number, o.search, regexp_replace(o.customer_phone, '\D', '', 'g')) as content
          from "order" o where o.id = any (ids)) o
        where content like all (patterns) or fold_text(content) like all (patterns));
    when 'customer' then
      return array(
        select id from (
          select c.id, concat_ws(' ', c.name, c.email, regexp_replace(c.phone, '\D', '', 'g')) as content
          from customer c where c.id = any (ids)) c
        where fold_text(content) like all (patterns));
    when 'invoice' then
      return array(
        select id from (
          select i.id, concat_ws(' ', i.number, i.buyer_name, i.document ->> 'orderNumber') as content
          from invoice i where i.id = any (ids)) i
        where fold_text(content) like all (patterns));
    -- Their texts are in many rows, so common terms are found by their words.
    when 'conversation' then
      foreach common_term in array terms loop
        ids := array(
          select unnest(ids) intersect select search_ids_with_term(searched_entity, common_term));
      end loop;
      return ids;
  end case;
end $$;
