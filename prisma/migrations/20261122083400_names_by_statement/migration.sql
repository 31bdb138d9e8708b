-- A new product has no names yet: they are written a statement, not a row, and nothing is deleted first.
DROP TRIGGER product_named ON "Product";
CREATE FUNCTION candor_name_products() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO "ProductName" ("shopId", "kind", "name", "productId")
  SELECT p."shopId", n.kind, n.name, p."id" FROM fresh p CROSS JOIN LATERAL candor_product_names(p."title", p."variants") n;
  RETURN NULL;
END
$$;
CREATE TRIGGER product_named AFTER INSERT ON "Product" REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION candor_name_products();
