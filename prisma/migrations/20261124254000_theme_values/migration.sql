-- HTML of the widgets in the platform's metafields: which products have one to be written, what was written last, and by which release.
-- A schedule queues shops that no release wrote yet.
ALTER TABLE "Product" ADD COLUMN "themeDue" INTEGER NOT NULL DEFAULT 1, ADD COLUMN "themeSent" TEXT;
ALTER TABLE "Shop" ADD COLUMN "themeSent" TEXT, ADD COLUMN "themeRelease" TEXT;
CREATE INDEX "Product_theme_due_idx" ON "Product" ("shopId", "id") WHERE "themeDue" > 0;
