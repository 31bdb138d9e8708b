-- Imports find products by what files call them: a variant's id, a SKU, the title as it stands or plain (docs/decisions/0025).

-- CreateTable
CREATE TABLE "ProductName" (
    "shopId" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "productId" UUID NOT NULL,

    CONSTRAINT "ProductName_pkey" PRIMARY KEY ("shopId","kind","name","productId")
);

-- CreateIndex
CREATE INDEX "ProductName_shopId_productId_idx" ON "ProductName"("shopId", "productId");

-- AddForeignKey
ALTER TABLE "ProductName" ADD CONSTRAINT "ProductName_shopId_productId_fkey" FOREIGN KEY ("shopId", "productId") REFERENCES "Product"("shopId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "ProductName" ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_shop ON "ProductName" USING ("shopId" = nullif(current_setting('app.shop', true), '')::uuid);
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'candor_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON "ProductName" TO candor_app;
  END IF;
END $$;

-- A title without case, accents, signs and surplus spaces. What a locale knows of letters beyond ASCII may differ, so both sides of a
-- comparison are made by this function, in the same database.
CREATE FUNCTION candor_plain_title(title text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT left(btrim(regexp_replace(
    lower(regexp_replace(normalize(translate(title, '™®©''’`´', ''), NFKD), '[\u0300-\u036f]', '', 'g')),
    '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f\u00a0-\u00bf\u2000-\u206f\u3000-\u303f]+', ' ', 'g')), 200)
$$;

-- Names longer than an index takes are no names.
CREATE FUNCTION candor_product_names(title text, variants jsonb) RETURNS TABLE ("kind" text, "name" text) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT DISTINCT n.kind, left(n.name, 200) FROM (
    SELECT 'title' AS kind, btrim(title) AS name
    UNION ALL SELECT 'plain', candor_plain_title(title)
    UNION ALL SELECT 'variant', v->>'id' FROM jsonb_array_elements(CASE jsonb_typeof(variants) WHEN 'array' THEN variants ELSE '[]' END) v
    UNION ALL SELECT 'sku', btrim(v->>'sku') FROM jsonb_array_elements(CASE jsonb_typeof(variants) WHEN 'array' THEN variants ELSE '[]' END) v
  ) n WHERE n.name <> ''
$$;

INSERT INTO "ProductName" ("shopId", "kind", "name", "productId")
SELECT p."shopId", n.kind, n.name, p."id" FROM "Product" p CROSS JOIN LATERAL candor_product_names(p."title", p."variants") n;

CREATE FUNCTION candor_name_product() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM "ProductName" WHERE "shopId" = NEW."shopId" AND "productId" = NEW."id";
  INSERT INTO "ProductName" ("shopId", "kind", "name", "productId")
  SELECT NEW."shopId", n.kind, n.name, NEW."id" FROM candor_product_names(NEW."title", NEW."variants") n;
  RETURN NULL;
END
$$;
CREATE TRIGGER product_named AFTER INSERT ON "Product" FOR EACH ROW EXECUTE FUNCTION candor_name_product();
CREATE TRIGGER product_renamed AFTER UPDATE OF "title", "variants" ON "Product" FOR EACH ROW
  WHEN (OLD."title" IS DISTINCT FROM NEW."title" OR OLD."variants" IS DISTINCT FROM NEW."variants") EXECUTE FUNCTION candor_name_product();
