-- Search compares texts as people read them: case, accents, width, composition, curly quotes and long dashes don't count. The merchant's
-- list finds all words in any order, as the shopper's search does.

-- As foldText (rules/fold-text.ts) folds.
CREATE FUNCTION candor_fold(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length(value) = char_length(value) THEN translate(lower(value), '`', chr(39))
  ELSE normalize(replace(replace(replace(
    translate(
      lower(regexp_replace(normalize(replace(value, '´', chr(39)), NFKD), '[\u0300-\u036f]', '', 'g')),
      '’‘‛ʼʻ′`“”„‟«»″‐‑‒–—―−ıłøđðς', repeat(chr(39), 7) || repeat('"', 7) || repeat('-', 7) || 'iloddσ'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), NFC) END
$$;

CREATE OR REPLACE FUNCTION candor_search(
  shop uuid, term text, facets smallint[], products uuid[], is_edited boolean,
  low_at timestamptz, low_id uuid, high_at timestamptz, high_id uuid, newest boolean, most integer
) RETURNS TABLE (id uuid, "createdAt" timestamptz) LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 50 AS $$
#variable_conflict use_column
DECLARE
  way text := CASE WHEN newest THEN 'DESC' ELSE 'ASC' END;
  words text[] := ARRAY(SELECT w FROM unnest(string_to_array(term, ' ')) w WHERE w <> '' ORDER BY w ~ '[0-9]{5,}' DESC, char_length(w) DESC LIMIT 8);
  word text;
  others text := '';
  pattern text;
  grams text[];
  -- So many texts are soon read, more of one product than of a facet: what is left of a common term in it is looked for one by one.
  few constant integer := CASE WHEN products IS NULL THEN 5000 ELSE 25000 END;
  looked integer;
  just integer := 0;
  found integer := 0;
  chosen text := '';
  likely text := '';
  number text;
  at_last timestamptz;
  id_last uuid;
BEGIN
  -- Any shop is open to the owner of the tables as himself; whoever else asks, or asks as another, gets his own.
  IF NOT (session_user = current_user AND current_setting('role', true) IN ('none', current_user)) AND shop IS DISTINCT FROM nullif(current_setting('app.shop', true), '')::uuid THEN
    RETURN;
  END IF;
  -- The rarest word, which is a long number or the longest, is looked up. The others are compared.
  term := coalesce(words[1], term);
  pattern := '%' || regexp_replace(term, '([\\%_])', '\\\1', 'g') || '%';
  chosen := CASE WHEN facets IS NULL THEN ' AND r.status <> ''deleted''' ELSE format(' AND r.facet = ANY (%L::smallint[])', facets) END;
  IF products IS NOT NULL THEN chosen := chosen || format(' AND r."productId" = ANY (%L::uuid[])', products); END IF;
  IF is_edited IS NOT NULL THEN chosen := chosen || format(' AND r.edited = %L', is_edited); END IF;

  FOREACH word IN ARRAY words[2:] LOOP others := others || format(' AND strpos(r."searchText", %L) > 0', word); END LOOP;

  -- What else is asked may leave so few that their texts are soon read.
  IF facets IS NOT NULL OR products IS NOT NULL THEN
    EXECUTE format(
      'SELECT count(*) FROM (SELECT FROM "Review" r WHERE r."shopId" = %L AND (r."createdAt", r.id) > (%L::timestamptz, %L::uuid) AND (r."createdAt", r.id) < (%L::timestamptz, %L::uuid) %s LIMIT %s) k',
      shop, low_at, low_id, high_at, high_id, chosen, few) INTO just;
    IF just < few THEN
      RETURN QUERY EXECUTE format(
        'WITH chosen AS MATERIALIZED (
           SELECT r.id, r."createdAt", r."searchText" FROM "Review" r
           WHERE r."shopId" = %L AND (r."createdAt", r.id) > (%L::timestamptz, %L::uuid) AND (r."createdAt", r.id) < (%L::timestamptz, %L::uuid) %6$s)
         SELECT c.id, c."createdAt" FROM chosen c WHERE c."searchText" LIKE %7$L ORDER BY c."createdAt" %8$s, c.id %8$s LIMIT %9$s',
        shop, low_at, low_id, high_at, high_id, chosen || others, pattern, way, most);
      RETURN;
    END IF;
  END IF;

  chosen := chosen || others;
  -- Whoever counts asks for thousands.
  FOREACH looked IN ARRAY CASE WHEN products IS NULL THEN ARRAY[greatest(200, 3 * most), 2000] ELSE ARRAY[]::integer[] END LOOP
    RETURN QUERY EXECUTE format(
      'SELECT r.id, r."createdAt" FROM (
         SELECT * FROM "Review" WHERE "shopId" = %L AND ("createdAt", "id") > (%L::timestamptz, %L::uuid) AND ("createdAt", "id") < (%L::timestamptz, %L::uuid)
         ORDER BY "createdAt" %8$s, "id" %8$s LIMIT %10$s) r
       WHERE r."searchText" LIKE %6$L %7$s ORDER BY r."createdAt" %8$s, r.id %8$s LIMIT %9$s',
      shop, low_at, low_id, high_at, high_id, pattern, chosen, way, most - found, looked);
    GET DIAGNOSTICS just = ROW_COUNT;
    found := found + just;
    IF found >= most THEN RETURN; END IF;
    EXECUTE format(
      'SELECT r."createdAt", r.id FROM "Review" r WHERE r."shopId" = %L AND (r."createdAt", r.id) > (%L::timestamptz, %L::uuid) AND (r."createdAt", r.id) < (%L::timestamptz, %L::uuid)
       ORDER BY r."createdAt" %6$s, r.id %6$s OFFSET %7$s LIMIT 1', shop, low_at, low_id, high_at, high_id, way, looked - 1) INTO at_last, id_last;
    IF id_last IS NULL THEN RETURN; END IF;
    IF newest THEN high_at := at_last; high_id := id_last; ELSE low_at := at_last; low_id := id_last; END IF;
    EXIT WHEN just = 0;
  END LOOP;

  -- A long number is rarer than the words beside it, whose trigrams half of the shop may have, as of addresses of one host.
  number := substring(term FROM '[^a-z0-9]?[0-9]{5,}[^a-z0-9]?');
  -- Less than three letters on end have no trigram: LIKE would read the whole index, so these are compared with the rows only.
  grams := candor_grams(term);
  likely := CASE WHEN term ~ '[a-z0-9]{3}' THEN format('s."searchText" LIKE %L', pattern) ELSE format('strpos(s."searchText", %L) > 0', term) END;
  IF number <> term THEN
    likely := format('s."searchText" LIKE %L AND strpos(s."searchText", %L) > 0', '%' || regexp_replace(number, '([\\%_])', '\\\1', 'g') || '%', term);
  ELSIF term ~ '^[a-z0-9]{2}$' THEN
    -- A pair is followed by a letter or a sign of ASCII, by the end, or by another character, in front of which it is a gram.
    likely := format('(s."searchText" ~ %L OR s."searchText" LIKE %L OR candor_grams(s."searchText") @> %L::text[])', term || '[\x01-\x7f]', '%' || term, ARRAY[term]);
  ELSIF cardinality(grams) > 0 AND (octet_length(term) > char_length(term) OR term !~ '[a-z0-9]{3}') THEN
    likely := likely || format(' AND candor_grams(s."searchText") @> %L::text[]', grams);
  END IF;
  FOREACH word IN ARRAY words[2:] LOOP
    IF word ~ '[a-z0-9]{3}' THEN likely := likely || format(' AND s."searchText" LIKE %L', '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'); END IF;
  END LOOP;
  -- Newest first (or last) as they are wanted, the reviews are asked one by one until there are enough.
  RETURN QUERY EXECUTE format(
    'WITH found AS MATERIALIZED (
       SELECT s."reviewId" AS id, s."createdAt" FROM "ReviewSearch" s
       WHERE s."shopId" = %1$L AND (s."createdAt", s."reviewId") > (%2$L::timestamptz, %3$L::uuid) AND (s."createdAt", s."reviewId") < (%4$L::timestamptz, %5$L::uuid)
         AND %6$s)
     SELECT r.id, r."createdAt" FROM (SELECT * FROM found ORDER BY "createdAt" %8$s, id %8$s) f
     CROSS JOIN LATERAL (SELECT r.id, r."createdAt" FROM "Review" r WHERE r."shopId" = %1$L AND r.id = f.id %7$s OFFSET 0) r
     ORDER BY f."createdAt" %8$s, f.id %8$s LIMIT %9$s',
    shop, low_at, low_id, high_at, high_id, likely, chosen, way, most - found);
END
$$;

-- The next published reviews of a product, or of a shop, whose title and text hold all words, between two places of the order. Unlike
-- candor_search it never looks at names and addresses. First the next rows are
-- looked through; where these are not enough, the indexes of terms find what is left for the first word, which should be the longest.
CREATE OR REPLACE FUNCTION candor_search_shown(
  shop uuid, words text[], facets smallint[], product uuid, a_language text, a_variant text, unvoted boolean,
  low_at timestamptz, low_id uuid, high_at timestamptz, high_id uuid, newest boolean, most integer
) RETURNS TABLE (id uuid, "createdAt" timestamptz) LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 50 AS $$
#variable_conflict use_column
DECLARE
  way text := CASE WHEN newest THEN 'DESC' ELSE 'ASC' END;
  looked constant integer := 1000;
  term text := words[1];
  pattern text := '%' || regexp_replace(term, '([\\%_])', '\\\1', 'g') || '%';
  grams text[];
  owned text := CASE WHEN product IS NULL THEN '' ELSE format(' AND r."productId" = %L', product) END;
  chosen text := '';
  -- The searched text also holds name, address and product. It is compared first, because folding costs more.
  text_of constant text := 'strpos(r."searchText", %1$L) > 0 AND strpos(candor_fold(r.title || chr(10) || r.content), %1$L) > 0';
  likely text;
  word text;
  found integer := 0;
  at_last timestamptz;
  id_last uuid;
BEGIN
  -- Any shop is open to the owner of the tables as himself; whoever else asks, or asks as another, gets his own.
  IF NOT (session_user = current_user AND current_setting('role', true) IN ('none', current_user)) AND shop IS DISTINCT FROM nullif(current_setting('app.shop', true), '')::uuid THEN
    RETURN;
  END IF;
  IF facets IS NOT NULL THEN chosen := chosen || format(' AND r.facet = ANY (%L::smallint[])', facets); END IF;
  IF a_language IS NOT NULL THEN chosen := chosen || format(' AND r.language = %L', a_language); END IF;
  IF a_variant IS NOT NULL THEN chosen := chosen || format(' AND r."variantTitle" = %L', a_variant); END IF;
  IF unvoted THEN chosen := chosen || ' AND r.helpful = 0'; END IF;
  FOREACH word IN ARRAY words LOOP chosen := chosen || ' AND ' || format(text_of, word); END LOOP;

  RETURN QUERY EXECUTE format(
    'SELECT r.id, r."createdAt" FROM (
       SELECT * FROM "Review" r WHERE r."shopId" = %1$L %2$s AND r.status = ''published'' AND (r."createdAt", r.id) > (%3$L::timestamptz, %4$L::uuid) AND (r."createdAt", r.id) < (%5$L::timestamptz, %6$L::uuid)
       ORDER BY r."createdAt" %7$s, r.id %7$s LIMIT %8$s) r
     WHERE true %9$s ORDER BY r."createdAt" %7$s, r.id %7$s LIMIT %10$s',
    shop, owned, low_at, low_id, high_at, high_id, way, looked, chosen, most);
  GET DIAGNOSTICS found = ROW_COUNT;
  IF found >= most THEN RETURN; END IF;
  EXECUTE format(
    'SELECT r."createdAt", r.id FROM "Review" r WHERE r."shopId" = %1$L %2$s AND r.status = ''published'' AND (r."createdAt", r.id) > (%3$L::timestamptz, %4$L::uuid) AND (r."createdAt", r.id) < (%5$L::timestamptz, %6$L::uuid)
     ORDER BY r."createdAt" %7$s, r.id %7$s OFFSET %8$s LIMIT 1',
    shop, owned, low_at, low_id, high_at, high_id, way, looked - 1) INTO at_last, id_last;
  IF id_last IS NULL THEN RETURN; END IF;
  IF newest THEN high_at := at_last; high_id := id_last; ELSE low_at := at_last; low_id := id_last; END IF;

  grams := candor_grams(term);
  likely := CASE WHEN term ~ '[a-z0-9]{3}' THEN format('s."searchText" LIKE %L', pattern) ELSE format('strpos(s."searchText", %L) > 0', term) END;
  IF term ~ '^[a-z0-9]{2}$' THEN
    likely := format('(s."searchText" ~ %L OR s."searchText" LIKE %L OR candor_grams(s."searchText") @> %L::text[])', term || '[\x01-\x7f]', '%' || term, ARRAY[term]);
  ELSIF cardinality(grams) > 0 AND (octet_length(term) > char_length(term) OR term !~ '[a-z0-9]{3}') THEN
    likely := likely || format(' AND candor_grams(s."searchText") @> %L::text[]', grams);
  END IF;
  RETURN QUERY EXECUTE format(
    'WITH found AS MATERIALIZED (
       SELECT s."reviewId" AS id, s."createdAt" FROM "ReviewSearch" s
       WHERE s."shopId" = %1$L AND (s."createdAt", s."reviewId") > (%2$L::timestamptz, %3$L::uuid) AND (s."createdAt", s."reviewId") < (%4$L::timestamptz, %5$L::uuid)
         AND %6$s)
     SELECT r.id, r."createdAt" FROM (SELECT * FROM found ORDER BY "createdAt" %8$s, id %8$s) f
     CROSS JOIN LATERAL (SELECT r.id, r."createdAt" FROM "Review" r WHERE r."shopId" = %1$L AND r.id = f.id AND r.status = ''published'' %10$s %7$s OFFSET 0) r
     ORDER BY f."createdAt" %8$s, f.id %8$s LIMIT %9$s',
    shop, low_at, low_id, high_at, high_id, likely, chosen, way, most - found, owned);
END
$$;

-- A function that is replaced loses its own settings.
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION candor_search(uuid, text, smallint[], uuid[], boolean, timestamptz, uuid, timestamptz, uuid, boolean, integer) SET search_path = pg_catalog, %I, pg_temp', current_schema());
  EXECUTE format('ALTER FUNCTION candor_search_shown(uuid, text[], smallint[], uuid, text, text, boolean, timestamptz, uuid, timestamptz, uuid, boolean, integer) SET search_path = pg_catalog, %I, pg_temp', current_schema());
END $$;

UPDATE "Review" SET "searchText" = candor_fold("searchText") WHERE "searchText" <> candor_fold("searchText");
