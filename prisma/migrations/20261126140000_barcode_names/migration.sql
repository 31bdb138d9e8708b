-- Imports also find products by the barcode of a variant: EAN, UPC, GTIN, JAN or ISBN. Zeros in front are no part of it: an UPC is an EAN
-- with a zero before it.
CREATE OR REPLACE FUNCTION candor_product_names(title text, variants jsonb) RETURNS TABLE ("kind" text, "name" text) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT DISTINCT n.kind, left(n.name, 200) FROM (
    SELECT 'title' AS kind, btrim(title) AS name
    UNION ALL SELECT 'plain', candor_plain_title(title)
    UNION ALL SELECT v.kind, v.name FROM jsonb_array_elements(CASE jsonb_typeof(variants) WHEN 'array' THEN variants ELSE '[]' END) one
      CROSS JOIN LATERAL (VALUES
        ('variant', one->>'id'),
        ('sku', btrim(one->>'sku')),
        ('barcode', ltrim(substring(regexp_replace(one->>'barcode', '[\s-]', '', 'g') FROM '^\d{8,14}$'), '0'))
      ) v (kind, name)
  ) n WHERE n.name <> ''
$$;

INSERT INTO "ProductName" ("shopId", "kind", "name", "productId")
SELECT p."shopId", n.kind, n.name, p."id" FROM "Product" p CROSS JOIN LATERAL candor_product_names(p."title", p."variants") n
WHERE n.kind = 'barcode' ON CONFLICT DO NOTHING;
