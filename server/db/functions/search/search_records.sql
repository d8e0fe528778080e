-- Returns the ids of the records that have, for each search term, a word that begins with it. If no
-- word does and the term has the minimum length, its nearest words count and are returned as a
-- correction. Returns null ids if the text of the rows must be searched instead: for inner parts of
-- words, requested by `*part` or because no word matches, and for common terms, which match more than
-- 10,000 records or 30,000 words. If a common term was corrected, the correction is returned with null
-- ids. Beside a term that is not common, a common term is compared with the text of the records. Orders
-- are also found by the whole SKU of a line.
create or replace function search_records(
  searched_entity text, input text, min_corrected_length integer, out ids uuid[], out corrections jsonb)
language plpgsql stable as $$
declare
  term text;
  words text[];
  word_count integer;
  term_ids uuid[];
  record_ids uuid[];
  common_terms text[] := '{}';
  sku_ids uuid[] := '{}';
  corrected_terms jsonb;
begin
  if input ~ '(^|\s)\*\S' then return; end if;
  if searched_entity = 'order' then
    sku_ids := array(
      select order_id from order_line where folded_sku = lower(input) and folded_sku <> '' limit 10001);
  end if;
  foreach term in array search_terms(input, 8) loop
    words := array[term];
    term_ids := search_ids_of_words(searched_entity, words);
    if term_ids = '{}' and sku_ids = '{}' and length(term) >= min_corrected_length then
      words := nearest_search_words(searched_entity, term);
      term_ids := search_ids_of_words(searched_entity, words);
    end if;
    word_count := cardinality(term_ids);
    -- A record that matches several words has its id here several times.
    if word_count > 10000 then
      select coalesce(array_agg(distinct id), '{}'), count(*) into term_ids, word_count
      from (
        select w.id
        from (select word, word || chr(1114111) as word_end from unnest(words) word offset 0) beginning,
          lateral (
            select id from search_word w
            where w.business_id = current_business() and w.entity = searched_entity
              and w.word >= beginning.word and w.word < word_end
          ) w
        limit 30001) matches;
    end if;
    if cardinality(term_ids) > 10000 or word_count > 30000 then
      -- The text search uses only the first word of each term.
      words := words[1:1];
      common_terms := common_terms || words;
    elsif record_ids is null then
      record_ids := term_ids;
    else
      record_ids := array(select id from unnest(record_ids) id where id in (select unnest(term_ids)));
    end if;
    if words <> array[term] then
      corrected_terms := coalesce(corrected_terms, '[]')
        || jsonb_build_object('term', term, 'words', words);
    end if;
    exit when record_ids = '{}';
  end loop;
  corrections := corrected_terms;
  if record_ids is null then return; end if;
  if common_terms <> '{}' then
    record_ids := search_ids_with_text(searched_entity, record_ids, common_terms);
  end if;
  record_ids := record_ids || sku_ids;
  if cardinality(record_ids) > 10000 then return; end if;
  ids := nullif(array(select distinct unnest(record_ids)), '{}');
  if ids is null then corrections := null; end if;
end $$;
