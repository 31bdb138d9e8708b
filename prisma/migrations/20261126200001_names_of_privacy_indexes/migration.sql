-- Indexes across shops end in a word that says what they find.
ALTER INDEX "PrivacyRequest_finishedAt_idx" RENAME TO "PrivacyRequest_due_idx";
ALTER INDEX "PrivacyRequest_open" RENAME TO "PrivacyRequest_open_idx";
