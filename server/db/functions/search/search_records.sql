-- Returns the ids of the records that have all search terms: at the beginning of a word or, for letters,
-- inside one. `inner_ids` have a term only inside. If no word has a term, its nearest words count and are
-- returned as a correction. Orders are also found by `code`: their whole number, the whole SKU of a line,
-- or the whole tracking number of a parcel. Orders and customers are found by five or more digits of a phone
-- number. A number that is a code finds no other orders, nor does a long tracking number. Invoices are also
-- found by the whole number of their order. An unknown code of letters and numbers, or with more digits than
-- a phone number has, is not searched inside texts.
--
-- Returns null ids if the text of the rows must be searched instead: for common terms, with `patterns`
-- of `like` for the folded text, and without patterns for numbers and emails, which a text can have inside
-- words. Beside a term that is not common, a common term is compared with the text of the records.
create or replace function search_records(
  searched_entity text, input text, code text default '',
  out ids uuid[], out inner_ids uuid[], out corrections jsonb, out patterns text[])
language plpgsql stable as $$
declare
  term text;
  words text[];
  phone text;
  part_words text[];
  beginning_ids uuid[];
  part_ids uuid[];
  term_ids uuid[];
  common_terms text[] := '{}';
  terms constant text[] := search_terms(input, 8);
  -- The records that have all common terms of which the words were read.
  common_ids uuid[];
  read_terms text[] := '{}';
  is_common boolean;
  -- Few records have both of two common terms, such as a first and a last name. Reading the text of all
  -- records would take seconds to find them.
  max_ids integer;
  code_ids uuid[] := '{}';
  -- A variable, because row security lets only plain comparisons use the index.
  numbers text[];
  tracking constant text := lower(translate(code, ' -', ''));
  is_tracking constant boolean :=
    tracking ~ '^(\d{16,40}|(?=.*[a-z])(?=(.*\d){6})[a-z0-9]{10,40})$';
  has_phones constant boolean := searched_entity in ('order', 'customer');
begin
  if searched_entity = 'order' and code <> '' then
    numbers := order_numbers(code);
    code_ids := array(
      select order_id from fulfillment
      where folded_tracking = tracking and folded_tracking <> '' limit 10001);
    if code_ids <> '{}' and length(tracking) >= 8 then
      ids := case when cardinality(code_ids) <= 10000 then array(select distinct unnest(code_ids)) end;
      return;
    end if;
    code_ids := code_ids || array(
      select order_id from order_line where folded_sku = lower(code) and folded_sku <> ''
      union all
      select id from "order" where number = any (numbers)
      limit 10001);
    -- A number is not searched in names and emails.
    if input = '' and (is_tracking or code ~ '^[#\d ()./+-]+$') or code_ids <> '{}' and input ~ '^\d+$' then
      ids := case when cardinality(code_ids) <= 10000 then array(select distinct unnest(code_ids)) end;
      return;
    end if;
  end if;
  if searched_entity = 'invoice' and code <> '' then
    code_ids := array(
      select i.id from "order" o join invoice i on i.store_id = o.store_id and i.order_id = o.id where o.number = code);
  end if;
  foreach term in array terms loop
    words := array[term];
    phone := case when has_phones and term ~ '^0*[1-9]\d{4,}$' then ltrim(term, '0') end;
    max_ids := case
      when cardinality(terms) > 1 and term !~ '^[+0-9]' and octet_length(term) > 2 then 50000
      else 10000
    end;
    beginning_ids := search_ids_of_words(
      searched_entity, array_remove(term || array['+' || phone], null), '{}', max_ids, greatest(max_ids, 30000));
    part_ids := '{}';
    -- One or two plain letters are inside too many words to search them if a word begins with them.
    part_words := case
      when octet_length(term) > 2 or beginning_ids = '{}' then search_words_with_part(searched_entity, term)
      else '{}'
    end;
    if part_words <> '{}' and beginning_ids is not null then
      part_ids := search_ids_of_words(searched_entity, '{}', part_words, max_ids, greatest(max_ids, 30000));
    end if;
    is_common := coalesce(cardinality(beginning_ids) > 10000 or cardinality(part_ids) > 10000, true);
    if part_words <> '{}' and not is_common then
      inner_ids := inner_ids || array(select unnest(part_ids) except select unnest(beginning_ids));
    end if;
    -- A word that only drafts have counts as missing. Row security hides drafts from shoppers.
    if searched_entity = 'product' and not is_common and not exists (
      select from product p where p.store_id = current_store() and p.id = any (beginning_ids || part_ids)
    ) then
      beginning_ids := '{}';
      part_ids := '{}';
    end if;
    if beginning_ids = '{}' and part_ids = '{}' and code_ids = '{}' then
      words := coalesce(nullif(nearest_search_words(searched_entity, term), '{}'), words);
      beginning_ids := search_ids_of_words(searched_entity, words, '{}');
      is_common := beginning_ids is null;
      if is_common and max_ids > 10000 then
        beginning_ids := search_ids_of_words(
          searched_entity, words[1:1], search_words_with_part(searched_entity, words[1]), max_ids, max_ids);
      end if;
    end if;
    term_ids := beginning_ids || part_ids;
    if is_common then
      -- The text search uses only the first word of each term.
      words := words[1:1];
      common_terms := common_terms || coalesce(phone, words[1]);
      if beginning_ids is not null and part_ids is not null then
        read_terms := read_terms || words;
        common_ids := case
          when common_ids is null then term_ids
          else array(select unnest(common_ids) intersect select unnest(term_ids))
        end;
      end if;
    elsif ids is null then
      ids := term_ids;
    else
      ids := array(select unnest(ids) intersect select unnest(term_ids));
    end if;
    patterns := patterns || to_like_pattern(coalesce(phone, words[1]));
    if words <> array[term] then
      corrections := coalesce(corrections, '[]') || jsonb_build_object('term', term, 'words', words);
    end if;
    exit when ids = '{}';
  end loop;
  -- The text of few records is read instead.
  if cardinality(ids) > 100 or ids is null and cardinality(common_terms) > 1 then
    ids := case
      when common_ids is null then ids
      when ids is null then common_ids
      else array(select unnest(ids) intersect select unnest(common_ids))
    end;
    common_terms := array(select unnest(common_terms) except select unnest(read_terms));
    if cardinality(ids) > 10000 then ids := null; end if;
  end if;
  if ids is null then return; end if;
  if cardinality(common_terms) > 0 then
    ids := search_ids_with_text(searched_entity, ids, common_terms);
  end if;
  -- A record that matches several words has its id here several times.
  ids := array(select distinct unnest(ids || code_ids));
  if ids = '{}' then corrections := null; end if;
  if ids = '{}' and input ~ '[0-9@]' and not is_tracking and not (has_phones and input ~ '^\d{5,}$') then
    ids := null;
    patterns := null;
  elsif cardinality(ids) > 10000 then
    ids := null;
  end if;
end $$;
