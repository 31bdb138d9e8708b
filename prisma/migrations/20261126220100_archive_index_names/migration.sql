-- Indexes across shops end in a word that says what they find.
ALTER INDEX "ShopArchive_open" RENAME TO "ShopArchive_open_idx";
ALTER INDEX "ShopArchive_kept" RENAME TO "ShopArchive_due_idx";
