-- Returns those of the records whose text contains all terms.
create or replace function search_ids_with_text(searched_entity text, ids uuid[], terms text[])
returns uuid[] language plpgsql stable as $$
begin
  case searched_entity
    when 'product' then
      return array(select p.id from product p where p.id = any (ids) and contains_terms(p.searched, terms));
    when 'order' then
      return array(select o.id from "order" o
        where o.id = any (ids) and contains_terms(o.number || ' ' || o.search, terms));
    when 'customer' then
      return array(select c.id from customer c
        where c.id = any (ids)
          and contains_terms(concat_ws(' ', c.name, c.email, regexp_replace(c.phone, '\D', '', 'g')), terms));
  end case;
end $$;
