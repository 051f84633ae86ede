"""Who may speak at the pit: a house has its own certificates, made by people who compare fingerprints.

A table makes its key itself, and the key never leaves it. The pit signs it after a person there has compared
its fingerprint. The broker takes nobody without a certificate of this house, and each only under its own
name (docs/pit.md).
"""
