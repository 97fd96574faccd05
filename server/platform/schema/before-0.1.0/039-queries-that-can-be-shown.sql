-- Where somebody was erased from the query of a saved view, a sign was left that no address has, and nobody could be shown the view.
UPDATE saved_view SET query = replace(query, '…', '%E2%80%A6') WHERE query LIKE '%…%';
