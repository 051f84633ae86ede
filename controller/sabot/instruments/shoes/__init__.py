"""The drivers of shoes and card readers."""
