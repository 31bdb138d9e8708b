-- When a product's last import was: the end of an undo asks it of each product. The long one first: it lets the shop read, what follows takes moments.
CREATE INDEX "Review_product_imported_idx" ON "Review" ("shopId", "productId", "enteredAt") WHERE "importId" IS NOT NULL;

-- What looks for work asks for these statuses; an index that leaves one out serves none of its questions.
CREATE INDEX "Import_at_work_idx" ON "Import" ("leaseUntil") WHERE "status" IN ('checking', 'running', 'undoing');

-- Imports that still have their file, by their age, undone ones too; and those that were never started.
CREATE INDEX "Import_kept_file_idx" ON "Import" (coalesce("finishedAt", "createdAt")) WHERE "fileKey" <> '' AND "status" IN ('done', 'failed', 'cancelled', 'undone');
CREATE INDEX "Import_unstarted_idx" ON "Import" ("createdAt") WHERE "status" = 'checked';

DROP INDEX "Import_open_idx";
DROP INDEX "Import_ended_createdAt_idx";
