-- The status of an invoice without regard to the due date, so that the list is read from an index. It follows
-- from the payments of the order, which a trigger copies.
alter table "order" no force row level security;
alter table invoice no force row level security, disable trigger keep_issued, disable trigger audit;
alter table invoice
  add column settled_total bigint not null default 0,
  add column is_refunded boolean not null default false;
update invoice i
set settled_total = o.paid_total - o.refunded_total, is_refunded = o.refunded_total > 0 and o.paid_total = o.refunded_total
from "order" o where o.store_id = i.store_id and o.id = i.order_id and i.kind = 'invoice' and i.number is not null;
alter table invoice
  add column state text not null generated always as (
    case
      when number is null then 'Draft'
      when credited_total >= total then 'Corrected'
      when kind = 'invoice' and settled_total >= total - credited_total then 'Paid'
      when kind = 'invoice' and is_refunded then 'Refunded'
      when kind = 'invoice' and settled_total > 0 then 'Partial Payment'
      when downloaded_at is not null then 'Downloaded'
      when sent_at is not null then 'Sent'
      else 'Issued'
    end) stored;
create index invoice__state on invoice (store_id, state, created_at desc, id desc);
create index invoice__open on invoice (store_id, created_at desc, id desc)
  where kind = 'invoice' and state in ('Partial Payment', 'Downloaded', 'Sent', 'Issued');

-- The edits of a draft are audited. Its erasure removes them from the audit too.
drop trigger audit on invoice;
create trigger audit after insert or update or delete on invoice for each row execute function audit_row(
  'buyer_name', 'document', 'settled_total', 'is_refunded', 'state', 'version', 'updated_at');

create function settle_invoices() returns trigger language plpgsql as $$ begin return null; end $$;
create trigger invoices_settled after update on "order" for each row
  when ((old.paid_total, old.refunded_total) is distinct from (new.paid_total, new.refunded_total))
  execute function settle_invoices();

alter table search_word
  drop constraint search_word_entity_check,
  add check (entity in ('product', 'order', 'customer', 'category', 'invoice'));
create function search_words(i invoice) returns text[] language sql immutable as $$
  select array_remove(array[fold_text(i.number), substring(i.number from '[0-9]+$')], null)
    || split_search_words(concat_ws(' ', i.buyer_name, i.document ->> 'orderNumber'))
$$;
create trigger search_words_added after insert or delete on invoice for each row
  execute function update_search_words();
create trigger search_words_changed after update on invoice for each row
  when ((old.number, old.buyer_name) is distinct from (new.number, new.buyer_name))
  execute function update_search_words();
alter table search_word no force row level security;
alter table search_part no force row level security;
insert into search_word (store_id, entity, word, id)
select distinct i.store_id, 'invoice', word, i.id from invoice i, unnest(search_words(i)) word;
insert into search_part (store_id, entity, part, word)
select w.store_id, 'invoice', substr(w.word, position), w.word
from (select distinct store_id, word from search_word where entity = 'invoice' and word !~ '[0-9@]') w,
  generate_series(2, length(w.word)) position;
alter table search_word force row level security;
alter table search_part force row level security;
alter table invoice force row level security, enable trigger keep_issued, enable trigger audit;
alter table "order" force row level security;
