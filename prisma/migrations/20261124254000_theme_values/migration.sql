-- HTML of the widgets in the platform's metafields: which products have one to be written, and what was written last.
ALTER TABLE "Product" ADD COLUMN "themeDue" INTEGER NOT NULL DEFAULT 1, ADD COLUMN "themeSent" TEXT;
ALTER TABLE "Shop" ADD COLUMN "themeSent" TEXT;
CREATE INDEX "Product_theme_due_idx" ON "Product" ("shopId", "id") WHERE "themeDue" > 0;

-- Shops of today have nothing of it: a schedule reads their catalogs again and queues it.
UPDATE "Shop" SET "catalogVersion" = 2;
ALTER TABLE "Shop" ALTER COLUMN "catalogVersion" SET DEFAULT 3;
