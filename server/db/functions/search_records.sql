-- Returns the ids of the records that have, for each search term, a word that begins with it. If no
-- word does and the term has the minimum length, its nearest words count and are returned as a
-- correction. Returns no ids if the text of the rows must be searched instead, for the corrected words:
-- for inner parts of words, requested by `*part` or because no word matches, and for terms that more
-- than 10,000 records have. Such a term is compared with the text of the records that have the other
-- terms; without others, `is_common` is true. Orders are also found by the whole SKU of a line.
create or replace function search_records(
  searched_entity text, input text, min_corrected_length integer,
  out ids uuid[], out corrections jsonb, out is_common boolean)
language plpgsql stable as $$
declare
  term text;
  found_word text;
  word_end text;
  term_ids uuid[];
  record_ids uuid[];
  common_terms text[] := '{}';
  sku_ids uuid[] := '{}';
  nearest_words text[];
  corrected_terms jsonb;
begin
  is_common := false;
  if input ~ '(^|\s)\*\S' then return; end if;
  if searched_entity = 'order' then
    sku_ids := array(
      select order_id from order_line where folded_sku = lower(input) and folded_sku <> '' limit 10001);
  end if;
  foreach term in array search_terms(input, 8) loop
    found_word := term;
    term_ids := search_ids_of_words(searched_entity, array[term]);
    if term_ids = '{}' and sku_ids = '{}' and length(term) >= min_corrected_length then
      nearest_words := nearest_search_words(searched_entity, term);
      term_ids := search_ids_of_words(searched_entity, nearest_words);
      found_word := nearest_words[1];
      corrected_terms := coalesce(corrected_terms, '[]')
        || jsonb_build_object('term', term, 'words', nearest_words);
    end if;
    if cardinality(term_ids) > 10000 then
      -- Records with several of the words are among them several times.
      word_end := found_word || chr(1114111);
      term_ids := array(
        select distinct id from (
          select id from search_word w
          where w.business_id = current_business() and w.entity = searched_entity
            and w.word >= found_word and w.word < word_end
          limit 30000) w);
    end if;
    if cardinality(term_ids) > 10000 then
      common_terms := common_terms || found_word;
    elsif record_ids is null then
      record_ids := term_ids;
    else
      record_ids := array(select id from unnest(record_ids) id where id in (select unnest(term_ids)));
    end if;
    exit when record_ids = '{}';
  end loop;
  corrections := corrected_terms;
  if record_ids is null then
    is_common := cardinality(common_terms) = 1;
    return;
  end if;
  if common_terms <> '{}' then
    record_ids := search_ids_with_text(searched_entity, record_ids, common_terms);
  end if;
  record_ids := record_ids || sku_ids;
  if cardinality(record_ids) > 10000 then return; end if;
  ids := nullif(array(select distinct unnest(record_ids)), '{}');
  if ids is null then corrections := null; end if;
end $$;
